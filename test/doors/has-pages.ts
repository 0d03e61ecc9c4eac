/** Whether the folder of pages is there: without it, tests of pages among those of the interface do not run. */
import { EXTRAS } from '../../src/doors/doors.ts';

export const hasPages = 'pages' in EXTRAS;
