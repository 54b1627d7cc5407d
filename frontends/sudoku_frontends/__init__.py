"""What people see: the reporters that come with the engine."""
