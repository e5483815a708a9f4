// What `require('bot-emulator')` gives: the package is an ES module, which Node 20 cannot require, so that these load it.

for (const name of ['startEmulator', 'connectEmulator']) {
  exports[name] = async (...given) => (await import('./index.js'))[name](...given)
}
