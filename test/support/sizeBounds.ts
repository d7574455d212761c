/** The limits of what Mintscope loads and ships, in thousands of bytes. Code has a tenth to spare. */

/**
 * Code loaded at activation. Of it, 14 KB read the rows seen last from the database, 12 KB are words
 * for failures and lists, so that the first paint has them.
 */
export const AT_ACTIVATION = 122;

/**
 * All code. Of it, 47 KB are the portfolio and its page, 27 KB Check Connection, of which most are
 * sentences, 20 KB the comparison of projects, and 8 KB the editor's connection. They load when they
 * are first needed.
 */
export const SHIPPED = 775;

/**
 * The package, compressed. Of it, 49 KB are the connection to the service, 35 KB the German texts,
 * 25 KB the library of charts, and 7 KB the pictures of the first steps.
 */
export const VSIX = 360;
