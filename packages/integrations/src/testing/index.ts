export { callLogContract, type OpenedCallLog } from './callLogContract.ts';
export { failureStoreContract } from './failureStoreContract.ts';
export { type FakeClock, fakeClock } from './fakeClock.ts';
export {
  type Expectation,
  type FakeAnswer,
  type FakeFailure,
  type FakeStep,
  type FakeTransport,
  fakeTransport,
} from './fakeTransport.ts';
