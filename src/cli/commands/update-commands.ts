/** The commands that keep the data fresh: update, withhold, fetch, harvest, probe. */
import { grouped } from '../../shared/numbers.ts';
import type { Command } from 'commander';
import { PROBE_LIMITS, THUMBNAIL_LIMITS } from '../../build/sources/probe/limits.ts';
import { FETCH_SETTINGS, HARVEST_SETTINGS, PROBE_SETTINGS } from '../settings/fetch-settings.ts';
import { UPDATE_SETTINGS } from '../settings/update-settings.ts';
import { command, HELD_OR_FAILED, KEYS } from './command.ts';

export const UPDATE_COMMANDS: readonly ((program: Command) => Command)[] = [
  (program) =>
    command(program, 'update', {
      settings: UPDATE_SETTINGS,
      summary: 'fetch, build and verify new data, and switch to them; meant to be run by a timer',
      description:
        'Fetches the sources that are due, builds a new snapshot if anything has changed, verifies it, and only then makes it the current one. After that it removes old snapshots and, if configured, writes dumps and changes, and publishes the snapshot to a cluster. If a stage fails before the switch, the current snapshot stays; whatever fails after the switch is repeated by the next update.',
      exitCodes:
        '0 updated, or nothing to do; 1 failed, and the old data stay in service; 2 wrong usage; 3 updated or nothing to do, but some sources are held or failing (gnd-links sources shows them with the reasons); 4 the new data are in service, but a later stage failed.',
      examples: `
  gnd-links update
  gnd-links update --register /srv/gnd/sources.yaml --sources /srv/gnd/sources --out /srv/gnd/snapshots --keep 3
  17 3 * * *  gnd-links update --contact https://gnd-links.example.org >> /var/log/gnd-links.log 2>&1`,
    })
      .option('--force', 'also fetch sources that are not due')
      .option('--accept-loss <snapshot>', 'use this snapshot, which is held because too much is missing from it')
      .option('--json', 'print the outcome as JSON; progress goes to standard error')
      .action(async (values) => (await import('../update.ts')).runUpdate(values)),
  (program) =>
    command(program, 'withhold', {
      settings: UPDATE_SETTINGS,
      summary: 'withhold an entity, or some of its attributes or names',
      description:
        'Adds an entry to entities.yaml in the configuration (comments in it are kept), and says what the next update will remove. ' +
        'With --attribute or --name, the rest of the entity is still shown. The reason is never published.',
      examples: `
  gnd-links withhold 118540238 --reason 'Requested by the person, file 12/2026' --now
  gnd-links withhold 118540238 --reason 'Requested by the person' --attribute dateOfBirth placeOfBirth`,
    })
      .argument('<gnd>', 'the identifier, in any form')
      .requiredOption('--reason <text>', 'reason, for the operator only')
      .option('--by <text>', 'who decided', 'operator')
      .option('--until <day>', 'first day on which the decision no longer applies, YYYY-MM-DD')
      .option('--attribute <key...>', 'attributes to withhold, such as dateOfBirth')
      .option('--name <name...>', 'names to withhold')
      .option('--now', 'run the update afterwards')
      .action(async (gnd, values) => (await import('../withhold.ts')).runWithhold(gnd, values)),
  (program) =>
    command(program, 'fetch', {
      settings: FETCH_SETTINGS,
      summary: 'download the sources that are due',
      description:
        'Downloads the file of each source if there is a newer one, and checks it before it replaces the copy in use. ' +
        'The result is accepted, unchanged, held (gnd-links sources accept releases the copy) or failed. ' +
        'Sources are checked as often as their cadence requires; --force checks all.',
      exitCodes: `0 all accepted, unchanged or not due; 1 a source has no copy at all, or nothing could be done; 2 wrong usage; ${HELD_OR_FAILED}`,
      examples: `
  gnd-links fetch
  gnd-links fetch --dry-run
  gnd-links fetch kalliope gnd-persons
  gnd-links fetch --register /srv/gnd/sources.yaml --sources /srv/gnd/sources --contact https://gnd-links.example.org`,
    })
      .argument('[source...]', KEYS)
      .option('--dry-run', 'print which sources would be fetched, without sending any request')
      .option('--force', 'also fetch sources that are not due')
      .option('--json', 'print the outcome as JSON')
      .action(async (keys, values) => (await import('../fetch.ts')).runFetch(keys, values)),
  (program) =>
    command(program, 'harvest', {
      settings: HARVEST_SETTINGS,
      summary: 'harvest changes over OAI-PMH, even if no harvest is due',
      description:
        'Asks the repository of each harvested source for changes since the last harvest, and keeps them in a record store. ' +
        'The next build applies them to the downloaded dumps. An interrupted harvest continues where it stopped. gnd-links fetch and ' +
        'update do the same when a harvest is due.',
      exitCodes: `0 harvested; 1 a source has no copy at all, or nothing could be done; 2 wrong usage; ${HELD_OR_FAILED}`,
      examples: `
  gnd-links harvest
  gnd-links harvest gnd-changes --max-pages 100000
  gnd-links harvest gnd-changes --from 2026-10-06
  gnd-links harvest --max-pages 0 --audit-requests 1000`,
    })
      .argument('[source...]', 'keys of harvested sources in the register; the default is all of them')
      .option('--json', 'print the outcome as JSON')
      .action(async (keys, values) => (await import('../fetch.ts')).runHarvest(keys, values)),
  (program) =>
    command(program, 'probe', {
      settings: PROBE_SETTINGS,
      summary: 'find out from a sample of linked addresses which collections are alive',
      description:
        `Requests up to ${PROBE_LIMITS.perCollection} addresses of each collection a day, and ${grouped(PROBE_LIMITS.perDay)} in all. Sends at most one ` +
        `request to each host every ${PROBE_LIMITS.pauseMs / 1000} seconds, and follows robots.txt. A run takes some hours and may be stopped at any time; ` +
        'the next run continues the work. The next build reads the results. With --thumbnails, a run also fetches up to ' +
        `${grouped(THUMBNAIL_LIMITS.perRun)} pictures with a free licence, at most one a second from a host. Entities with the most links come first.`,
      examples: `
  gnd-links probe --contact https://gnd-links.example.org
  gnd-links probe --contact https://gnd-links.example.org --thumbnails /srv/gnd/thumbnails`,
    })
      .option('--accept-loss', 'use results that are held because too many collections seem to be dead')
      .action(async (values) => (await import('../probe.ts')).runProbe(values)),
];
