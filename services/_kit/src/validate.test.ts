import { z } from 'zod';
import { ServiceError } from './errors.js';
import { parseRequest } from './validate.js';

const schema = z.object({
  ownerUid: z.string().min(1),
  client: z.object({ ipAddress: z.string().max(4) }),
});
const errorOf = (request: unknown): unknown => {
  try {
    return parseRequest(schema, request);
  } catch (error) {
    return error;
  }
};

describe('parseRequest', () => {
  it('returns the request as parsed by the schema', () => {
    const request = { ownerUid: 'u', client: { ipAddress: '::1' }, extra: 1 };
    expect(parseRequest(schema, request)).toEqual({ ownerUid: 'u', client: { ipAddress: '::1' } });
  });

  it.each([
    [{ ownerUid: '', client: { ipAddress: '' } }, 'invalid-owner-uid'],
    [{ ownerUid: { $gt: '' }, client: { ipAddress: '' } }, 'invalid-owner-uid'],
    [{ ownerUid: 'u', client: { ipAddress: 'secret' } }, 'invalid-client.ip-address'],
    ['not an object', 'invalid-request'],
  ])('rejects %j with the field as reason and without its value', (request, reason) => {
    const error = errorOf(request);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'invalid-argument', reason });
    expect((error as ServiceError).message).not.toContain('secret');
  });
});
