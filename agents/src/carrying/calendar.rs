//! Dates of the calendar.

/// Returns the date in UTC, as YYYY-MM-DD, of a time in seconds since 1970 began.
///
/// # Examples
///
/// ```
/// assert_eq!(elderhand_agents::files::date(951_827_696), "2000-02-29");
/// ```
#[must_use]
pub fn date(seconds: u64) -> String {
    // Hinnant's method, in which years begin in March.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
