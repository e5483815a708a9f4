// A database that is open.
//
// Where a statement orders, joins or limits, SQLite's planner looks at the values too, and plans the statement anew for
// each other value, which costs more than all else in it. Behind a plus sign it does not look: such statements say `+?`.

import type Database from 'better-sqlite3'

export type Db = Database.Database
