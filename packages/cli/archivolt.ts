#!/usr/bin/env node
/** Entry of the command line: runs one command, and ends with the exit code that docs/how-to/command-line.md lists. */
import { runProgram } from './program.ts';

// A reader that leaves early (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await runProgram(process.argv.slice(2));
