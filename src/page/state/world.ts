// The world and the error that the page shows.

import { computed, signal } from '@preact/signals'
import type { PersonChatView, ShownChatView } from '../../contract/chats.ts'
import type { BotView, UserView } from '../../contract/people.ts'
import type { ClockView } from '../../contract/service.ts'
import type { DeliveryState } from '../../contract/traffic.ts'
import { Problem } from '../../lib/problem.ts'
import { client } from './emulator.ts'

export type LoadedChat = ShownChatView & { hasEarlier: boolean }

export const problem = signal<{ message: string; hint: string } | undefined>(undefined)
export const clock = signal<ClockView>({ now: 0, frozen: true })
export const people = signal<UserView[]>([])
export const bots = signal<(BotView & { delivery: DeliveryState })[]>([])
/** The chats of each person who has a phone on the page, by handle. */
export const chatsOf = signal<Readonly<Record<string, PersonChatView[]>>>({})
export const listedChats = computed(() => Object.values(chatsOf.value).flat())
/** The chats whose messages are loaded, by `conversationKey`: each chat that is or was open on a phone. */
export const conversations = signal<Readonly<Record<string, LoadedChat>>>({})
/** The number of reloads. When it changes, components that load their own views load them again. */
export const reloads = signal(0)

export const conversationKey = (person: string, chat: string) => `${person}/${chat}`

/** Shows an error at the top of the page until the user closes it or presses a button. */
export function report(error: unknown) {
  problem.value =
    error instanceof Problem
      ? { message: error.message, hint: error.hint }
      : { message: error instanceof Error ? error.message : String(error), hint: 'Reload the page.' }
}

/** Runs the task of a button. Shows its error and returns false if it fails. */
export async function attempt(task: () => Promise<unknown>): Promise<boolean> {
  problem.value = undefined
  try {
    await task()
    return true
  } catch (error) {
    report(error)
    return false
  }
}

/** Performs an action. Shows its error and returns false if it fails. */
export const act = (action: string, params: Record<string, unknown> = {}) =>
  attempt(() => client.perform(action, params))
