/**
 * What makes a start impossible; the message is a French sentence, ready to be printed without a
 * stack.
 */
export class StartError extends Error {}
