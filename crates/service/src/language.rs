//! In which language a caller is answered.

use http::header::ACCEPT_LANGUAGE;
use locale::Locale;
use tonic::Request;

use crate::caller::Caller;

/// The language for a request: the one that the account chose, else the best for the metadata `accept-language`, else English.
pub fn language_of<T>(request: &Request<T>) -> Locale {
    let chosen = match request.extensions().get() {
        Some(Caller::Account(account)) => account.locale,
        _ => None,
    };
    chosen.or_else(|| accepted_language(request)).unwrap_or_default()
}

/// What the metadata `accept-language` asks for, if the suite speaks it.
pub fn accepted_language<T>(request: &Request<T>) -> Option<Locale> {
    let header = request.metadata().get(ACCEPT_LANGUAGE.as_str())?;
    Locale::negotiate(header.to_str().ok()?)
}

#[cfg(test)]
mod tests {
    use env::UnixMillis;
    use uuid::Uuid;

    use super::*;
    use crate::AccountCaller;

    fn request(accept_language: Option<&str>) -> Request<()> {
        let mut request = Request::new(());
        if let Some(header) = accept_language {
            request.metadata_mut().insert("accept-language", header.parse().unwrap());
        }
        request
    }

    fn account(locale: Option<Locale>) -> Caller {
        let expires_at = UnixMillis::new(0);
        Caller::Account(AccountCaller {
            account_id: Uuid::nil(),
            display_name: "Asha".to_owned(),
            locale,
            expires_at,
        })
    }

    #[test]
    fn anonymous_caller_is_answered_as_the_metadata_asks() {
        assert_eq!(language_of(&request(Some("cy-GB, en;q=0.8"))), Locale::Welsh);
    }

    #[test]
    fn choice_of_the_account_goes_before_the_metadata() {
        let mut request = request(Some("cy"));
        request.extensions_mut().insert(account(Some(Locale::Slovak)));
        assert_eq!(language_of(&request), Locale::Slovak);
    }

    #[test]
    fn account_without_a_choice_is_answered_as_the_metadata_asks() {
        let mut request = request(Some("vi"));
        request.extensions_mut().insert(account(None));
        assert_eq!(language_of(&request), Locale::Vietnamese);
    }

    #[test]
    fn all_others_are_answered_in_english() {
        for header in [None, Some(""), Some("de"), Some("de, fr;q=0.5")] {
            assert_eq!(language_of(&request(header)), Locale::English, "{header:?}");
        }
    }
}
