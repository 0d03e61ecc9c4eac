/** The sentence about the cost of running the service; a test compares its figures with the results of the benchmarks. */
import type { Locale } from '../../core/http/locale.ts';
import cost from './cost.json' with { type: 'json' };
import texts from './texts/home.json' with { type: 'json' };

export function costSentence({ t, language }: Locale): string {
  const rounded = (value: number, digits: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const values = {
    links: rounded(cost.links / 1e6, 0),
    searches: cost.searches,
    memory: cost.memoryMiB,
    start: rounded(cost.startMs / 1000, 1),
    disk: rounded(cost.diskGB, 0),
  };
  return `${t(texts.cost, values)} ${t(texts.costSource)}`;
}
