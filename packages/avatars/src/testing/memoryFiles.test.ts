import { it } from 'vitest';
import { avatarFilesContract } from './avatarFilesContract.ts';
import { memoryFiles } from './memoryFiles.ts';

it.each(avatarFilesContract(() => memoryFiles()))('The store in memory $name', ({ run }) => run());
