export type { Mail } from './kernel/mail/Mailer.ts';
export type { Notification } from './modules/notifications/index.ts';
export type { FailedJob, RunJobsOptions } from './testService/runJobs.ts';
export type { SignInOptions, TestUser } from './testService/signIn.ts';
export {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from './testService/startTestService.ts';
export type { TestCaller, TestResponse } from './testService/TestCaller.ts';
