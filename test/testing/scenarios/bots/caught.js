// Makes a mistake with every message, and writes it down.

import { answer } from './base.js'

const greet = ({ user }) => `Hello, ${user.name}`

await answer((message) => {
  try {
    return greet(message)
  } catch (error) {
    console.error(error)
  }
})
