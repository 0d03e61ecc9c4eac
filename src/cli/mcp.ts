/** `gnd-links mcp`: offers the tools for language models on standard input and output. */
import { serveStore } from '../extras/mcp/stdio.ts';
import { CommandFailed } from './exit.ts';
import { openSnapshot, RELEASE } from './installation.ts';

/** @param source folder of snapshots, or one snapshot */
export async function runMcp(source: string, { config }: { readonly config?: string | undefined }): Promise<void> {
  await using store = await openSnapshot(source, config);
  try {
    await serveStore(store, RELEASE);
  } catch (error) {
    throw new CommandFailed(`the input could not be read: ${(error as Error).message}`);
  }
}
