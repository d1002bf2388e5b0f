export { avatarFilesContract } from './avatarFilesContract.ts';
export { type MemoryFiles, memoryFiles, type WriteFault } from './memoryFiles.ts';
export {
  type ExternalServiceMode,
  type ExternalServiceStandIn,
  startExternalService,
} from './startExternalService.ts';
