import { parseRequest } from '@tandem/kit';
import { grpcService, subjectOf, userOf, type GrpcService } from '@tandem/kit/grpc';
import { maxPersonChars } from '@tandem/proto/browser/limits';
import { planTypes, subscriptionStatuses } from '@tandem/proto/browser/plans';
import {
  BillingServiceDefinition,
  type Plan as PlanMessage,
} from '@tandem/proto/tandem/billing/v1/billing';
import { z } from 'zod';
import { unknownCustomer, type Customer, type CustomerStore } from './customer.store.js';
import type { Plans } from './plans.js';
import type { Purchasing } from './purchasing.js';
import { paymentsDisabled } from './refusals.js';
import type { Webhooks } from './webhooks.js';

const maxBatch = 500;
const maxWebhookBytes = 1024 * 1024;
const uid = z.string().min(1).max(128);
const uidSchema = z.object({ uid });
const batchSchema = z.object({ uids: z.array(uid).max(maxBatch) });
const shownStatus = z
  .enum(['', ...subscriptionStatuses])
  .transform((status) => (status === '' ? undefined : status));
const setSchema = z.object({
  uid,
  subscriptionStatus: z.enum(subscriptionStatuses),
  shownStatus,
});
const cancelSchema = z.object({ shownStatus });
const createSchema = z.object({
  email: z.string().max(maxPersonChars.email),
  planType: z.enum(planTypes),
});
const webhookSchema = z.object({
  body: z.instanceof(Uint8Array).refine((bytes) => bytes.length <= maxWebhookBytes),
  signature: z.string().min(1).max(1024),
});

const present = (customer: Customer): PlanMessage => ({
  uid: customer.uid,
  subscriptionStatus: customer.status,
  version: customer.version,
  currentPeriodEnd: customer.periodEnd,
  isPastDue: customer.isPastDue,
  invoiceUrl: customer.invoiceUrl ?? '',
  isPaymentProcessing: customer.isProcessing,
});

export const billingService = (parts: {
  customers: CustomerStore;
  plans: Plans;
  purchasing: Purchasing;
  webhooks: Webhooks;
  /** False: refuses purchases, cancellations and webhooks with `payments-disabled`. */
  takesPayments: boolean;
}): GrpcService => {
  const { customers, plans, purchasing, webhooks, takesPayments } = parts;
  const requirePayments = (): void => {
    if (!takesPayments) throw paymentsDisabled();
  };
  return grpcService(BillingServiceDefinition, {
    getPlan: async (request, authority) =>
      present(await customers.find(subjectOf(authority, parseRequest(uidSchema, request).uid))),
    batchGetPlans: async (request) => {
      const { uids } = parseRequest(batchSchema, request);
      const known = new Map((await customers.findMany(uids)).map((one) => [one.uid, one]));
      return { plans: uids.map((id) => present(known.get(id) ?? unknownCustomer(id))) };
    },
    setPlan: async (request) => {
      const {
        uid: ownerUid,
        subscriptionStatus,
        shownStatus: shown,
      } = parseRequest(setSchema, request);
      return present(await plans.setPlan(ownerUid, subscriptionStatus, shown));
    },
    createSubscription: async (request, authority) => {
      requirePayments();
      const wanted = parseRequest(createSchema, request);
      return purchasing.begin({ ...wanted, uid: userOf(authority).uid });
    },
    cancelSubscription: async (request, authority) => {
      requirePayments();
      const { shownStatus: shown } = parseRequest(cancelSchema, request);
      return present(await plans.cancel(userOf(authority).uid, shown));
    },
    handleWebhook: async (request) => {
      requirePayments();
      await webhooks.handle(parseRequest(webhookSchema, request));
      return {};
    },
  });
};
