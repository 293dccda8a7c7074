/** The reason why no part of a pasted text is used. */
export class Refused extends Error {}
