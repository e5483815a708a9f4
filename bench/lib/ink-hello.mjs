// A minimal Ink program, with which the start of the dashboard is compared.

import module from 'node:module'

module.enableCompileCache?.()
process.env.NODE_ENV = 'production'
const { Text, render } = await import('ink')
const { createElement } = await import('react')
render(createElement(Text, null, 'hello'), { alternateScreen: true, interactive: true })
setInterval(() => {}, 1000)
