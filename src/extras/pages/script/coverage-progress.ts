/** Shows the progress of the check: always on the screen, for screen readers only at important moments. */
import { announcementOf, type Sentence, sentencesOf, type State } from './coverage-state.ts';
import { byId, t } from './page.ts';

export function createProgress(actions: { pause: () => void; resume: () => void; cancel: () => void }) {
  const bar = byId<HTMLProgressElement>('bar');
  const pause = byId('pause');
  const pauseText = pause.textContent ?? '';
  const resumeText = pause.dataset['resume'] ?? '';
  let before: State | undefined;
  let last: State | undefined;

  function sentence({ key, n = 0 }: Sentence) {
    const { done = 0, total = 0, status = 0 } = last ?? {};
    return t(key, { done, total, status: String(status), n });
  }

  function show() {
    if (last === undefined) return;
    const { phase, done, total } = last;
    bar.max = Math.max(1, total);
    bar.value = done;
    byId('job-text').textContent = sentencesOf(last).map(sentence).join(' · ');
    const isStopped = phase === 'paused' || phase === 'failed';
    const isOver = phase === 'done' || phase === 'cancelled';
    pause.textContent = isStopped ? resumeText : pauseText;
    // The focus must not be lost with a button that is removed.
    if (isOver && (document.activeElement === pause || document.activeElement === byId('cancel'))) {
      byId('job-title').focus();
    }
    pause.closest('p')?.toggleAttribute('hidden', isOver);
    byId('job').dataset['phase'] = phase;
  }

  function announce(text: string) {
    byId('announcement').textContent = text;
  }

  pause.addEventListener('click', () =>
    last?.phase === 'paused' || last?.phase === 'failed' ? actions.resume() : actions.pause(),
  );
  byId('cancel').addEventListener('click', actions.cancel);
  // The seconds are counted down even though nothing else happens.
  setInterval(() => last?.phase === 'waiting' && show(), 500);

  return {
    announce,
    changed(state: State) {
      last = state;
      const announcement = announcementOf(before, state);
      if (announcement !== undefined) announce(sentence(announcement));
      before = state;
      show();
    },
    /** Prepares for another list. */
    reset() {
      before = undefined;
      byId('coverage').hidden = false;
    },
  };
}
