import { z } from 'zod';
import { ServiceError } from './errors.js';
import { parseRequest } from './validate.js';

const schema = z.object({
  ownerUid: z.string().min(1),
  client: z.object({ ipAddress: z.string().max(4) }),
});
const refusal = (request: unknown): unknown => {
  try {
    return parseRequest(schema, request);
  } catch (error) {
    return error;
  }
};

describe('requests at a service’s door', () => {
  it('come through as the schema shapes them', () => {
    const request = { ownerUid: 'u', client: { ipAddress: '::1' }, extra: 1 };
    expect(parseRequest(schema, request)).toEqual({ ownerUid: 'u', client: { ipAddress: '::1' } });
  });

  it.each([
    [{ ownerUid: '', client: { ipAddress: '' } }, 'invalid-owner-uid'],
    [{ ownerUid: { $gt: '' }, client: { ipAddress: '' } }, 'invalid-owner-uid'],
    [{ ownerUid: 'u', client: { ipAddress: 'secret' } }, 'invalid-client.ip-address'],
    ['no object', 'invalid-request'],
  ])('%j is refused by field, without repeating its value', (request, reason) => {
    const error = refusal(request);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'invalid-argument', reason });
    expect((error as ServiceError).message).not.toContain('secret');
  });
});
