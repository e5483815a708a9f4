// The version of the package, and the oldest supported version of Node.

import pkg from '../../package.json' with { type: 'json' }

export const VERSION: string = pkg.version

export const NEEDED_NODE: string = pkg.engines.node.replace('>=', '')
