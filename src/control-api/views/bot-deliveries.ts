// The attempts to deliver a bot's updates to its webhook.

import { botNamed } from '../../messenger/users/named.ts'
import { viewDelivery } from '../build-views/delivery.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const botDeliveries = view({
  path: '/bots/:bot/deliveries',
  query: { after: 'number' },
  result: 'DeliveryView[]',
  find({ read }, { bot: ref, after = 0 }) {
    const bot = botNamed(read, ref)
    return eachRow(
      read.log.deliveries.since(after).filter((delivery) => delivery.bot === bot.id),
      viewDelivery,
    )
  },
})
