// What eslint looks for in the pages' JavaScript; names that nobody has declared are tsc's part.

import js from "@eslint/js";

export default [{ ...js.configs.recommended, rules: { ...js.configs.recommended.rules, "no-undef": "off" } }];
