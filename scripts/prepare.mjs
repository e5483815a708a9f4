// Builds after an install from the sources, if the development dependencies are installed.

import { existsSync } from 'node:fs'

if (existsSync('src') && existsSync('node_modules/rolldown')) await import('./build.mjs')
