/** The predefined queues. */
const usual = {
  expireSeconds: 600,
  attempts: 5,
  concurrency: 1,
  heartbeatSeconds: 15,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 10,
};

export const defaultQueues = {
  heavy: usual,
  notifications: {
    ...usual,
    expireSeconds: 60,
    attempts: 10,
    concurrency: 5,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 600,
  },
  avatars: { ...usual, expireSeconds: 60, concurrency: 2, retryDelaySeconds: 5, retryDelayMaxSeconds: 60 },
};
