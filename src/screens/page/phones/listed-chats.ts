// The chats of the people whose phones the page shows.

import { computed } from '@preact/signals'
import { model } from '../emulator.ts'
import { phones } from '../route.ts'

export const listedChats = computed(() => phones.value.flatMap(({ person }) => model.chats(person).value ?? []))
