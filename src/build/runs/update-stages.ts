/** Texts about the stages of an update for the documentation: their needs, and what their failures mean. */
import { type Stage, STAGES } from '../../core/snapshot/run-log.ts';

/**
 * The stages of an update. The first five are the run `update`: where one fails, the previous data stay in service, and nothing
 * after it is done. Each later stage is a run of its own; `later-stages.ts` determines their order, with `prune` at both ends.
 */
export const UPDATE_STAGES = {
  register: {
    needs: 'the lock on the snapshots; a register without mistakes',
    failure: 'the previous data stay in service',
    next: 'begins again',
  },
  download: {
    needs: 'the lock on the copies; at least one reachable server',
    failure: 'the previous data stay in service; the copies in use stay',
    next: 'begins the download again, or continues it',
  },
  build: {
    needs: 'readable copies; free disk space',
    failure: 'the previous data stay in service; finished work stays',
    next: 'continues where this one stopped, if the inputs are the same',
  },
  verify: {
    needs: 'the new snapshot',
    failure: 'the previous data stay in service; the new snapshot is removed, or held if too much is missing from it',
    next: 'builds again',
  },
  activate: {
    needs: 'a verified snapshot',
    failure: 'the previous data stay in service',
    next: 'builds again',
  },
  prune: {
    needs: 'the lock on the snapshots',
    failure: 'the new data are in service; an old snapshot that cannot be removed stays',
    next: 'removes it',
  },
  harvestCheck: {
    needs: 'a new dump; the snapshot before it',
    failure: 'the new data are in service; it is not known how complete the harvest was',
    next: 'checks after the next dump',
  },
  dump: {
    needs: 'the lock on the dumps; free disk space',
    failure: 'the new data are in service; no new dump is published',
    next: 'writes the dump',
  },
  changes: {
    needs: 'the lock on the dumps; the snapshot of the last file of changes, which is kept for this purpose',
    failure: 'the new data are in service; the changes are not published',
    next: 'writes one file with all changes since the last one',
  },
  publish: {
    needs: 'the cluster',
    failure: 'the new data are in service here; the cluster still has the previous data',
    next: 'continues the publication',
  },
} as const;
export type UpdateStage = keyof typeof UPDATE_STAGES;
/** The stages after the switch, each also a kind of run. */
export type LaterStage = Exclude<UpdateStage, Stage<'update'>>;

export const isLaterStage = (stage: UpdateStage): stage is LaterStage => STAGES.update.every((own) => own !== stage);
