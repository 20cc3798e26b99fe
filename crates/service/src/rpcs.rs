//! The RPCs that compiled-in descriptor sets describe.

use prost::Message as _;
use prost_types::{FileDescriptorSet, MethodDescriptorProto};

/// One of them.
pub(crate) struct Rpc {
    /// The full name of its service.
    pub(crate) service: String,
    /// What it takes and gives.
    pub(crate) method: MethodDescriptorProto,
}

impl Rpc {
    /// The path of its calls.
    pub(crate) fn path(&self) -> String {
        format!("/{}/{}", self.service, self.method.name())
    }
}

/// All of these descriptor sets.
///
/// # Panics
/// If one of them is none; they are compiled in.
pub(crate) fn rpcs(descriptor_sets: &[&[u8]]) -> Vec<Rpc> {
    let mut rpcs = Vec::new();
    for bytes in descriptor_sets {
        let set = FileDescriptorSet::decode(*bytes).expect("the descriptor sets are well-formed");
        for file in &set.file {
            for service in &file.service {
                let full_name = format!("{}.{}", file.package(), service.name());
                let of_service = service.method.iter().cloned();
                rpcs.extend(of_service.map(|method| Rpc { service: full_name.clone(), method }));
            }
        }
    }
    rpcs
}
