/**
 * Counts down the seconds on a page that asks people to wait, then loads it again. A hidden page waits until it is
 * shown.
 */
const wait = document.querySelector<HTMLElement>('[data-reload]');
const shown = wait?.querySelector('[data-seconds]');
const bar = wait?.querySelector('progress');
let left = Number(wait?.dataset['reload']);

if (bar && shown && left > 0) {
  const timer = setInterval(() => {
    left = Math.max(0, left - 1);
    shown.textContent = String(left);
    bar.value = bar.max - left;
    if (left > 0 || document.hidden) return;
    clearInterval(timer);
    location.reload();
  }, 1000);
}
