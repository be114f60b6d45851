import { ServiceError } from '@tandem/kit';

export const shareBusy = (): ServiceError =>
  new ServiceError('unavailable', 'share-busy', 'This share is busy. Please try again.');
