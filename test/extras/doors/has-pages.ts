/** Whether the folder of pages exists: without it, the interface's tests of pages are skipped. */
import { EXTRAS } from '../../../src/cli/doors.ts';

export const hasPages = 'pages' in EXTRAS;
