// Where deliveries for a host go: HOST=TARGET, several of them separated by commas.

import { InvalidArgumentError } from 'commander'

export type Routes = Record<string, string>

export function readRoutes(text: string, before: Routes = {}): Routes {
  const routes = text.split(',').map((one): [string, string] => {
    const [, host, target = ''] = /^([^=]+)=(https?:\/\/\S+)$/.exec(one) ?? []
    if (host && URL.canParse(target)) return [host, target]
    throw new InvalidArgumentError('A route is written bot.example.org=http://127.0.0.1:3000.')
  })
  return { ...before, ...Object.fromEntries(routes) }
}
