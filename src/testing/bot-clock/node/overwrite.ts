// Replaces properties of built-in objects, and restores them.

const restores: (() => void)[] = []

/** Replaces properties of `target` until `restoreAll`. */
export function overwrite(target: object, properties: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(properties)) {
    const before = Object.getOwnPropertyDescriptor(target, name)
    const { enumerable = true } = before ?? {}
    Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true })
    restores.push(() => {
      if (before) Object.defineProperty(target, name, before)
      else Reflect.deleteProperty(target, name)
    })
  }
}

/** Makes `restoreAll` also call `restore`. */
export const restoreWith = (restore: () => void) => void restores.push(restore)

/** Restores everything that was replaced, the newest first. */
export function restoreAll() {
  while (restores.length) restores.pop()?.()
}
