/** How far the check has come: for the eye all the time, for the ear when it matters. */

import { byId, t } from './page.js';

/** @import { Sentence, State } from './types.d.ts' */

/** For screen readers when one state follows another; most changes are not worth a word. @param {State | undefined} before @param {State} now @returns {Sentence | undefined} */
export function announcementOf(before, now) {
  const isNew = before?.phase !== now.phase;
  if (now.phase === 'waiting') {
    const isSame = before?.phase === 'waiting' && before.until === now.until;
    return isSame ? undefined : { key: waitingKey(now.reason), n: secondsUntil(now.until) };
  }
  if (now.phase === 'running') {
    const tenth = (/** @type {State | undefined} */ state) =>
      state === undefined || state.total === 0 ? 0 : Math.floor((state.done / state.total) * 10);
    if (before === undefined || before.total !== now.total) return { key: 'started' };
    return tenth(now) > tenth(before) && tenth(now) < 10 ? { key: 'percent', n: tenth(now) * 10 } : undefined;
  }
  return isNew ? stopOf(now) : undefined;
}

/** Why it does not go on. @param {State} state @returns {Sentence} */
function stopOf({ phase, status }) {
  return { key: phase === 'failed' ? (status === undefined ? 'gaveUp' : 'refused') : phase };
}

/**
 * What the page says of a state.
 * @param {State} state
 * @returns {Sentence[]}
 */
export function sentencesOf(state) {
  const { phase, reason, until } = state;
  if (phase === 'done' || phase === 'cancelled') return [stopOf(state)];
  if (phase === 'running') return [{ key: 'running' }];
  return [
    { key: 'running' },
    phase === 'waiting' ? { key: waitingKey(reason), n: secondsUntil(until) } : stopOf(state),
  ];
}

/** @param {State['reason']} reason */
function waitingKey(reason = 'quota') {
  return { quota: 'waitingQuota', busy: 'waitingBusy', network: 'waitingNetwork' }[reason];
}

/** @param {number | undefined} until */
function secondsUntil(until = 0) {
  return Math.max(1, Math.ceil((until - Date.now()) / 1000));
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
