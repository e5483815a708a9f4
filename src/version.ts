// Our version, as the package says it.

import pkg from '../package.json' with { type: 'json' }

export const VERSION: string = pkg.version
