// The version of the package, and the Node that it needs.

import pkg from '../package.json' with { type: 'json' }

export const VERSION: string = pkg.version

export const NEEDED_NODE: string = pkg.engines.node.replace('>=', '')
