import section9 from './section-9.mjs';

export const breakages = [...section9];
