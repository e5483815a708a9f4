// The panel that records a scenario and plays it.

import type { ReplayView } from '../../../control/contract/recordings.ts'
import { plural } from '../../../lib/safe-text.ts'
import type { Recording } from '../../model/recording.ts'
import { attempt } from '../actions.ts'
import { Button } from '../controls.tsx'
import { model } from '../emulator.ts'

/** What is recorded when Alice starts a bot that greets her. */
const EXAMPLE = [
  '- start: { as: alice, bot: greeter }',
  '- expect: { call: sendMessage, with: { chat_id: alice, text: "Hello, Alice" } }',
]

const begin = () => attempt(model.beginRecording())

export const RecordPanel = () => (
  <section aria-label="Record">
    {model.recording.value ? (
      <RecordingCard key={model.recording.value.id} recording={model.recording.value} />
    ) : (
      <article class="card">
        <h2>Record a scenario</h2>
        <p>A recording saves what people do, and how the bot answers, as a scenario that tests your bot.</p>
        <div class="example card">
          <small>for example</small>
          <pre>
            {EXAMPLE.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </pre>
        </div>
        <Button class="start" onClick={begin}>
          Record
        </Button>
      </article>
    )}
  </section>
)

function RecordingCard({ recording: { isRunning, replay } }: { recording: Recording }) {
  const recorded = model.recorded.value
  return (
    <article class="card">
      <h2>
        {isRunning && <span class="bad">● </span>}
        {isRunning ? 'Recording' : 'The scenario'}
      </h2>
      <ol aria-label="Steps">
        {recorded?.steps.map((step, index) => (
          <li key={index}>
            <code>{step}</code>
            {replay && index in replay.failures && <p class="refusal">{replay.failures[index]}</p>}
          </li>
        ))}
      </ol>
      {recorded?.full && <p>The recording is full. To record later steps, start a new recording.</p>}
      <div role="status">{replay && playedText(replay)}</div>
      <p>
        {isRunning ? (
          <Button onClick={() => attempt(model.stopRecording())}>Stop</Button>
        ) : (
          <>
            <Button onClick={() => attempt(model.replayRecording())}>Play</Button>{' '}
            {recorded && (
              <a href={`data:text/yaml,${encodeURIComponent(recorded.text)}`} download="recorded.yaml">
                Download
              </a>
            )}{' '}
            <Button onClick={begin}>Record again</Button>
          </>
        )}
      </p>
    </article>
  )
}

function playedText({ failures, steps }: ReplayView): string {
  const failed = Object.keys(failures).length
  return failed ? `${failed} of ${plural(steps, 'step')} failed.` : `All ${plural(steps, 'step')} passed.`
}
