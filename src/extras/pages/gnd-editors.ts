/** Mail addresses for questions about records of the GND. */

/** Where the editors of the GND receive requests to change or protect a record. https://wiki.dnb.de/pages/viewpage.action?pageId=242302524 */
export const GND_EDITORS = 'gnd-info@dnb.de';
/** Data protection officer of their publisher. https://gnd.network/Webs/gnd/EN/Service/PrivacyPolicy/privacypolicy_node.html */
export const GND_OFFICER = 'datenschutzbeauftragter@dnb.de';
