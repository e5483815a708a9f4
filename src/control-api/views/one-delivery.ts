// One attempt, with the body that was sent.

import { Problem } from '../../lib/problem.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { viewDelivery } from '../build-views/delivery.ts'
import { view } from './view.ts'

export const oneDelivery = view({
  path: '/bots/:bot/deliveries/:delivery',
  result: 'DeliveryWithBody',
  find({ read }, { bot: ref, delivery: id }) {
    const bot = botNamed(read, ref)
    const delivery = read.log.deliveries.get(Number(id))
    if (delivery?.bot === bot.id) return { ...viewDelivery(delivery), body: JSON.parse(delivery.update.body) }
    throw new Problem('no-such-delivery', `${bot.first_name} has no delivery ${id}.`, 'The last thousand are kept.')
  },
})
