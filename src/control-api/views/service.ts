// The settings of the service.

import { view } from './view.ts'

export const service = view({
  path: '/service',
  result: 'ServiceView',
  find: ({ read }) => read.service,
})
