import type { RuleTester } from 'oxlint/plugins-dev';

/** A rule in the format of ESLint. */
export type Rule = Parameters<RuleTester['run']>[1];
