// Scenario files for tests, written in short.

const WORLD = 'world:\n  users: { alice: {} }\n  bots: { greeter: {} }\n'

export const suite = (...scenarios: string[]) => `${WORLD}scenarios:\n${scenarios.join('')}`

export const scenario = (name: string, ...steps: string[]) =>
  `  - name: ${name}\n    steps:\n${steps.map((step) => `      - ${step}\n`).join('')}`

export const START = 'start: { as: alice, bot: greeter }'
export const SEND = 'send: { as: alice, to: greeter, text: hi }'

export const said = (text: string) => `expect: { call: sendMessage, with: { text: ${JSON.stringify(text)} } }`
