// The three steps before the first answer of a bot.

import type { ComponentChildren } from 'preact'
import { diagnosisText } from '../../../control/describe/call.ts'
import type { Conversation } from '../../model/conversations.ts'
import { firstSteps, startCommand } from '../../model/first-steps.ts'
import type { Bot } from '../../model/views.ts'
import { ActionButton, Code } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { model } from '../emulator.ts'

interface Props {
  as: string
  bot: Bot
  /** null if the person has not started the bot, undefined if the chat is not loaded yet. */
  chat: Conversation | null | undefined
}

export const FirstStepsCard = (props: Props) =>
  props.chat?.messages.some(({ author }) => author.id === props.bot.id) ? null : <Steps {...props} />

function Steps({ as, bot, chat }: Props) {
  const diagnosis = model.view('/bots/:bot/diagnosis', { bot: bot.handle }).value
  const steps = firstSteps(bot, chat, diagnosis)
  if (!steps) return null
  const { isConnected, isStarted } = steps
  return (
    <section class="card steps" aria-label="First steps">
      <ol>
        <Step isDone={isConnected} text={`Run your program as ${bot.first_name}`}>
          <Code
            text={startCommand(model.url.value, bot, ' \\\n')
              .split(/(?<=\n)/)
              .map((line) => <span key={line}>{line}</span>)}
          />
          <p class="row">
            <CopyButton class="start" label="Copy" text={() => startCommand(model.url.value, bot)} />
            <small>not connected yet</small>
          </p>
        </Step>
        <Step isDone={isStarted} text="Start the bot, as people do">
          <ActionButton
            class={isConnected ? 'start' : ''}
            text="Start"
            action="start"
            params={{ as, bot: bot.handle }}
          />
        </Step>
        <Step isDone={false} text="Your bot answers here">
          {isStarted && <p class="dim">{diagnosis && diagnosisText(diagnosis)}</p>}
        </Step>
      </ol>
    </section>
  )
}

const Step = ({ isDone, text, children }: { isDone: boolean; text: string; children: ComponentChildren }) => (
  <li class={isDone ? 'done' : ''}>
    <p>
      {text} {isDone && <span class="good">✓</span>}
    </p>
    {!isDone && children}
  </li>
)
