/** How far the check has come: for the eye all the time, for the ear when it matters. */

import { byId, t } from './page.js';

/** @import { Sentence, State } from './types.d.ts' */

/** What the page says of a state. @param {State} state @returns {Sentence[]} */
export function sentencesOf(state) {
  const isAll = state.phase === 'running' || state.phase === 'done' || state.phase === 'cancelled';
  return isAll ? [sentenceOf(state)] : [{ key: 'running' }, sentenceOf(state)];
}

/** For screen readers when one state follows another; most changes are not worth a word. @param {State | undefined} before @param {State} now @returns {Sentence | undefined} */
export function announcementOf(before, now) {
  if (now.phase !== 'running') {
    return before?.phase === now.phase && before.until === now.until ? undefined : sentenceOf(now);
  }
  if (before?.total !== now.total) return { key: 'started' };
  const [earlier, tenth] = [before, now].map(({ done, total }) => Math.floor((10 * done) / Math.max(1, total)));
  return tenth !== earlier && tenth !== 10 ? { key: 'percent', n: 10 * (tenth ?? 0) } : undefined;
}

/** @param {State} state @returns {Sentence} */
function sentenceOf({ phase, reason = 'quota', status, until = 0 }) {
  if (phase === 'failed') return { key: status === undefined ? 'gaveUp' : 'refused' };
  if (phase !== 'waiting') return { key: phase };
  const key = { quota: 'waitingQuota', busy: 'waitingBusy', network: 'waitingNetwork' }[reason];
  return { key, n: Math.max(1, Math.ceil((until - Date.now()) / 1000)) };
}

/** @param {{ pause: () => void, resume: () => void, cancel: () => void }} actions */
export function createProgress(actions) {
  const bar = /** @type {HTMLProgressElement} */ (byId('bar'));
  const pause = byId('pause');
  const pauseText = pause.textContent ?? '';
  const resumeText = pause.dataset['resume'] ?? '';
  /** @type {State | undefined} */
  let before;
  /** @type {State | undefined} */
  let last;

  /** @param {Sentence} sentence */
  function sentence({ key, n = 0 }) {
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
    // A button that goes away must not take the focus with it.
    if (isOver && (document.activeElement === pause || document.activeElement === byId('cancel'))) {
      byId('job-title').focus();
    }
    pause.closest('p')?.toggleAttribute('hidden', isOver);
    byId('job').dataset['phase'] = phase;
  }

  /** @param {string} text */
  function announce(text) {
    byId('announcement').textContent = text;
  }

  pause.addEventListener('click', () =>
    last?.phase === 'paused' || last?.phase === 'failed' ? actions.resume() : actions.pause(),
  );
  byId('cancel').addEventListener('click', actions.cancel);
  // Seconds run down while nothing else happens.
  setInterval(() => last?.phase === 'waiting' && show(), 500);

  return {
    announce,
    /** @param {State} state */
    changed(state) {
      last = state;
      const announcement = announcementOf(before, state);
      if (announcement !== undefined) announce(sentence(announcement));
      before = state;
      show();
    },
    /** Another list begins. */
    reset() {
      before = undefined;
      byId('coverage').hidden = false;
    },
  };
}
