// Bundles the sources into dist/, with the type declarations that the exports need.

import { execFile } from 'node:child_process'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { BOT_CLOCK_BUNDLE, BUNDLE, PAGE, THREAD_CLOCK_BUNDLE } from './bundle.ts'

rmSync('dist', { recursive: true, force: true })

const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
const declarations = promisify(execFile)(process.execPath, [compiler, '-p', 'scripts/declarations.json'])

await build([BUNDLE, BOT_CLOCK_BUNDLE, THREAD_CLOCK_BUNDLE, PAGE])
cpSync('src/screens/page/index.html', 'dist/page/index.html')
const styles = ['src/screens/page/style.css', ...globSync('src/screens/page/*/*.css').sort()]
const style = styles.map((file) => readFileSync(file, 'utf8')).join('\n')
// Comments and spaces are a quarter of it.
writeFileSync('dist/page/page.css', style.replace(/\/\*.*?\*\/|^\s+|(?<=[{};:,>])\s+|[\s;]+(?=[{}]|> )/gms, ''))

cpSync('src/service/media/heic-worker.js', 'dist/heic-worker.js')
for (const file of globSync('src/testing/bot-clock/python/*.py'))
  cpSync(file, join('dist/bot-clock-python', basename(file)))
for (const file of globSync('src/testing/library/cjs/*.cjs')) cpSync(file, join('dist', basename(file)))
for (const file of globSync('src/testing/library/cjs/*.d.cts')) cpSync(file, file.replace('src', 'dist/types'))

await declarations.catch(({ stdout }) => {
  process.stderr.write(stdout)
  process.exitCode = 1
})

// The declarations name types of zod, which users do not install: its declarations come along.
for (const file of globSync('node_modules/zod/v4/*/*.d.ts')) cpSync(file, file.replace('node_modules', 'dist/types'))
const ZOD = 'dist/types/zod/v4/classic/external.js'

const reachable = new Set([
  'dist/types/index.d.ts',
  ...['matchers', 'vitest'].map((name) => `dist/types/testing/library/runners/${name}.d.ts`),
  ...globSync('dist/types/testing/library/cjs/*.d.cts'),
])
for (const file of reachable) {
  const text = readFileSync(file, 'utf8').replace(/(?<=from )'zod'/, () => `'${relative(dirname(file), ZOD)}'`)
  writeFileSync(file, text)
  const imports = text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.[tj]s['"]/g)
  for (const [, path] of imports) reachable.add(join(dirname(file), `${path}.d.ts`))
}
for (const file of globSync('dist/types/**/*.d.ts')) if (!reachable.has(file)) rmSync(file)
