export { builtInSections } from './builtInSections.ts';
export type { Config, QueueConfig, S3Config, SmtpConfig } from './Config.ts';
export { createDataDir } from './createDataDir.ts';
export { type ConfigOf, defineSection, type Section } from './defineSection.ts';
export { keepSecret } from './keepSecret.ts';
export type { Group, Key, KeyOptions, Keys, Named, Node, ValueOf, WrittenOf } from './keys.ts';
export { boolean, choice, group, key, list, named, text, whole } from './keys.ts';
export { type LoadOptions, loadConfig } from './loadConfig.ts';
export { configurationTable } from './reference.ts';
