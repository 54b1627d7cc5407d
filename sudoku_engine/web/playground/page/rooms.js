/** What every room does: it has the colours that were chosen. */

import { keepTheme, theme } from "./theme.js";

keepTheme(theme());
