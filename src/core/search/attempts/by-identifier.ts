/** Attempt: the whole text is a GND identifier, current or former, or an identifier or address from a link. */
import type { GndId } from '../../model/gnd-id.ts';
import { plainTexts } from '../../model/identifier-text.ts';
import { gndIdsIn } from '../../model/read-identifiers.ts';
import { findCarriers } from '../carriers.ts';
import { distinct, type Question } from '../engine.ts';
import type { Fit } from '../names/ranking.ts';
import { LIMITS } from '../tuning.ts';
import { type Attempt, type AttemptContext, NOTHING, type Ranked, type FittedEntity, type Wanted } from './attempt.ts';

/** Most entities with one identifier that are found. */
const LIMIT = LIMITS.candidates.value;

/** Fit of an identifier, which comes before every name. */
const FIT: Fit = {
  match: 'identifier',
  tier: -1,
  weight: 1,
  score: 1,
  line: 0,
  isPrefix: false,
  isDescribed: false,
  isQualified: false,
  isOfOtherYear: false,
  distance: 0,
};

export const byIdentifier: Attempt = {
  name: 'byIdentifier',
  meaning: 'the whole text is a GND identifier in any form, current or former, or an identifier or address from a link',
  isFirst: true,
  // Every identifier has a digit, every address and label a mark.
  applies: ({ text }) => /[\p{N}:/.]/u.test(text),
  async find({ text, types }, context): Promise<Ranked> {
    const { ids, guesses } = gndIdsIn(text);
    // The first reading that finds an entity counts; a mere guess comes last.
    const readings = [
      ...plainTexts(text).map((plain, place) => [place === 0 ? ids : [], context.identify(plain)] as const),
      [guesses, []] as const,
    ];
    for (const [own, keys] of readings) {
      if (own.length === 0 && keys.length === 0) continue;
      const narrow = (wanted: Pick<Wanted, 'types'>) => entitiesWith(own, keys, wanted.types, context);
      const all = await narrow({ types: undefined });
      if (all.best !== undefined) return types === undefined ? { ...all, narrow } : narrow({ types });
    }
    return NOTHING;
  },
};

async function entitiesWith(
  ids: readonly GndId[],
  keys: readonly string[],
  types: Question['types'],
  context: AttemptContext,
): Promise<Ranked> {
  const byKey = await byKeys(keys, types, context);
  const all = distinct([...(await byGndIds(ids, context)), ...byKey], ({ candidate }) => candidate.rank);
  const entries = all.filter(({ candidate }) => types?.includes(candidate.type) ?? true);
  const total = async () => ({ value: entries.length, isExact: byKey.length < LIMIT });
  return { entries, best: entries[0], total };
}

async function byKeys(
  keys: readonly string[],
  types: Question['types'],
  context: AttemptContext,
): Promise<FittedEntity[]> {
  const carriers = await findCarriers(keys, { types, limit: LIMIT }, context);
  return [...carriers].flatMap(([key, candidates]) => {
    const field = key.startsWith('url:') ? 'url' : 'identifier';
    const identifiedBy = { field, value: key.slice(key.indexOf(':') + 1) } as const;
    return candidates.map((candidate) => ({ candidate, fit: FIT, identifiedBy }));
  });
}

async function byGndIds(ids: readonly GndId[], { engine, survivorOf }: AttemptContext): Promise<FittedEntity[]> {
  const find = async (id: GndId) => (await engine.find([{ by: 'gnd', id, limit: 1 }]))[0]?.candidates[0];
  const entities = ids.map(async (value): Promise<FittedEntity[]> => {
    const candidate = await find(value);
    if (candidate !== undefined) return [{ candidate, fit: FIT, identifiedBy: { field: 'gnd', value } }];
    const survivor = await survivorOf(value);
    const successor = survivor === undefined ? undefined : await find(survivor);
    if (successor === undefined) return [];
    return [{ candidate: successor, fit: FIT, identifiedBy: { field: 'formerId', value } }];
  });
  return (await Promise.all(entities)).flat();
}
