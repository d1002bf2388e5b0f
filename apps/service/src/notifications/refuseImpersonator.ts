import type { User } from '../access/User.ts';
import { ServiceError } from '../http/errors.ts';

/** Who acts in another user's name sees that user's notifications, but leaves them as unread as they are. */
export function refuseImpersonator(user: User): void {
  if (!user.isImpersonated) return;
  throw new ServiceError(
    'service.forbidden',
    "While you act in another user's name, that user's notifications can be seen, but neither be marked as read nor " +
      'be removed. Leave that to the user.',
  );
}
