import section1 from './section-1.mjs';
import section2From133 from './section-2-from-133.mjs';
import section2 from './section-2.mjs';
import section3 from './section-3.mjs';
import section4 from './section-4.mjs';
import section5 from './section-5.mjs';
import section6 from './section-6.mjs';
import section7 from './section-7.mjs';
import section8 from './section-8.mjs';
import section9 from './section-9.mjs';

export const breakages = [
  ...section1,
  ...section2,
  ...section2From133,
  ...section3,
  ...section4,
  ...section5,
  ...section6,
  ...section7,
  ...section8,
  ...section9,
];
