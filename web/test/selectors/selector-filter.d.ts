export interface Requirement {
  tag?: string;
  classes: string[];
}

export const requirementsOf: (selectorText: string) => Requirement[] | undefined;
export const mayMatch: (
  element: Pick<Element, 'localName' | 'getAttributeNS'>,
  selectorText: string,
) => boolean;
